/** The colours of the screen, as data. A colour is a name of the 16 that every terminal has, or `#rrggbb`; empty: none. */
export type Role =
  | 'accent'
  | 'muted'
  | 'user'
  | 'good'
  | 'bad'
  | 'warning'
  | 'info'
  | 'code'
  | 'heading'
  | 'link'
  | 'keyword'
  | 'string'
  | 'number'
  | 'comment'
  | 'function'
  | 'type'
  | 'added'
  | 'removed';

export type Theme = Readonly<Record<Role, string>>;

export const DEFAULT_THEME = 'Qwen Dark';

export const THEMES: Readonly<Record<string, Theme>> = {
  'Qwen Dark': {
    accent: '#8f7bf0',
    muted: '#7f848e',
    user: '#8f7bf0',
    good: '#98c379',
    bad: '#e06c75',
    warning: '#e5c07b',
    info: '#61afef',
    code: '#56b6c2',
    heading: '#61afef',
    link: '#61afef',
    keyword: '#c678dd',
    string: '#98c379',
    number: '#d19a66',
    comment: '#7f848e',
    function: '#61afef',
    type: '#e5c07b',
    added: '#98c379',
    removed: '#e06c75',
  },
  'Qwen Light': {
    accent: '#5b3fd6',
    muted: '#6b6f78',
    user: '#5b3fd6',
    good: '#2f7d32',
    bad: '#c0262d',
    warning: '#8a5a00',
    info: '#0b62c4',
    code: '#00707a',
    heading: '#0b62c4',
    link: '#0b62c4',
    keyword: '#8b22a8',
    string: '#2f7d32',
    number: '#9a4a00',
    comment: '#6b6f78',
    function: '#0b62c4',
    type: '#8a5a00',
    added: '#2f7d32',
    removed: '#c0262d',
  },
  ANSI: {
    accent: 'magenta',
    muted: 'gray',
    user: 'magenta',
    good: 'green',
    bad: 'red',
    warning: 'yellow',
    info: 'blue',
    code: 'cyan',
    heading: 'blue',
    link: 'blue',
    keyword: 'magenta',
    string: 'green',
    number: 'yellow',
    comment: 'gray',
    function: 'blue',
    type: 'yellow',
    added: 'green',
    removed: 'red',
  },
  'No Color': {
    accent: '',
    muted: '',
    user: '',
    good: '',
    bad: '',
    warning: '',
    info: '',
    code: '',
    heading: '',
    link: '',
    keyword: '',
    string: '',
    number: '',
    comment: '',
    function: '',
    type: '',
    added: '',
    removed: '',
  },
};
