import type { UiCommand } from './ui-command.js';

export const terminalSetup: UiCommand = {
  name: 'terminal-setup',
  aliases: [],
  description: 'How to have Shift+Enter begin a line',
  usage: '',
  anytime: true,
  run: (_args, { print }) => print({ kind: 'notice', tone: 'info', text: SENTENCE }),
};

const SENTENCE =
  'Nothing needs to be set up: Ctrl+J and a backslash before Enter begin a line everywhere, Shift+Enter in terminals that speak the kitty keyboard protocol.';
