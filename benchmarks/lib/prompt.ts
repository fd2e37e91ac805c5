/** What stands in the prompt of either program while nothing is typed. */
export const PROMPT = /Type (?:a|your) message/;
