/** The values of `mcp.unknownOutcomes.freeze`; what each does is decided in mcp/reconcile/freeze. */
export const FREEZE_SETTINGS = ['ask', 'block', 'off'] as const;
export type FreezeSetting = (typeof FREEZE_SETTINGS)[number];
