/** What a terminal would show of its input, without the sequences that move, colour and ask. Pure. */

// Control sequences, strings (titles, links), and the short ones.
const SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]P_^][^\u0007\u001b]*(?:\u0007|\u001b\\)?|(?![[\]P_^])[ -/]*[0-~])/g;

export const visibleText = (raw: string): string => raw.replace(SEQUENCES, '');
