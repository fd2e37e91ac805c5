/**
 * The set-up of a model, step by step: where it is, the address, the key, the model. What a key and what the endpoint say make
 * of it. Pure; what is to be done comes back as an effect. The key is in no line and in no other place than here.
 */
import { isLoopback } from '@qwen-code/qwen-code-core/models/http/loopback.js';
import type { Protocol } from '@qwen-code/qwen-code-core/models/protocols.js';
import { listKey, type Choice } from '../dialogs/choice-list.js';
import { actionOf, EDIT_KEYS } from '../input/key-bindings.js';
import type { InputEvent } from '../input/parse-keys.js';
import { edit, emptyBuffer, insert, withText, type TextBuffer } from '../input/text-buffer.js';
import type { Explanation } from './explain-failure.js';
import { modelRows } from './model-rows.js';
import { normalUrl } from './normal-url.js';
import type { Provider } from './providers.js';

export type SetUpStep = 'provider' | 'url' | 'key' | 'listing' | 'model' | 'testing' | 'unsaved';

export interface SetUpState {
  readonly step: SetUpStep;
  readonly providers: readonly Provider[];
  /** Which provider is marked, or chosen when the step is past. */
  readonly place: number;
  readonly url: TextBuffer;
  readonly key: TextBuffer;
  readonly model: TextBuffer;
  /** The models that the endpoint told; undefined: it tells none. */
  readonly ids: readonly string[] | undefined;
  /** Which row of the models is marked. */
  readonly row: number;
  /** Which way out is marked when the settings could not be written. */
  readonly way: number;
  /** Why this step has to be done once more. */
  readonly fault: string | undefined;
}

/** Where a model is, and with which key; an empty one for a server that needs none. */
export interface EndpointChoice {
  readonly protocol: Protocol;
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface ModelCandidate extends EndpointChoice {
  readonly model: string;
}

export type SetUpEffect =
  | { readonly kind: 'list'; readonly endpoint: EndpointChoice }
  | { readonly kind: 'test'; readonly candidate: ModelCandidate; readonly listed: boolean }
  | { readonly kind: 'save'; readonly candidate: ModelCandidate }
  /** What goes on is not waited for any more. */
  | { readonly kind: 'stop' }
  | { readonly kind: 'leave' }
  | { readonly kind: 'finish'; readonly candidate: ModelCandidate; readonly saved: boolean };

export interface SetUpChange {
  readonly state: SetUpState;
  readonly effect?: SetUpEffect;
}

export type SetUpNews =
  | { readonly kind: 'listed'; readonly ids: readonly string[] | undefined }
  | { readonly kind: 'answered' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'unsaved'; readonly shown: string }
  | ({ readonly kind: 'failed' } & Explanation);

export const WAYS: readonly Choice<'again' | 'without'>[] = [
  { label: 'Try to save once more', value: 'again' },
  { label: 'Go on without saving: for this session alone', value: 'without' },
];

/** `model`: what the command line asks for already. */
export const beginSetUp = (providers: readonly Provider[], model = ''): SetUpState => ({
  step: 'provider',
  providers,
  place: 0,
  url: emptyBuffer,
  key: emptyBuffer,
  model: withText(emptyBuffer, model),
  ids: undefined,
  row: 0,
  way: 0,
  fault: undefined,
});

export const providerOf = ({ providers, place }: SetUpState): Provider | undefined => providers[place];

export const baseUrlOf = (state: SetUpState): string => {
  const provider = providerOf(state);
  return (provider?.asksUrl === true ? normalUrl(state.url.text) : provider?.baseUrl) ?? '';
};

export function candidateOf(state: SetUpState): ModelCandidate {
  return {
    protocol: providerOf(state)?.protocol ?? 'openai',
    baseUrl: baseUrlOf(state),
    apiKey: state.key.text.trim(),
    model: modelRows(state)[state.row] ?? '',
  };
}

const at = (state: SetUpState, step: SetUpStep, fault?: string): SetUpState => ({ ...state, step, fault });

export function setUpKey(state: SetUpState, event: InputEvent): SetUpChange {
  switch (state.step) {
    case 'provider':
      return (
        onList(event, { choices: providerChoices(state), marked: state.place }, (key) =>
          key.kind === 'moved' ? { state: { ...state, place: key.selected } } : chosen(state, key.value),
        ) ?? (isEscape(event) ? { state, effect: { kind: 'leave' } } : { state })
      );
    case 'unsaved':
      return (
        onList(event, { choices: WAYS, marked: state.way }, (key) =>
          key.kind === 'moved' ? { state: { ...state, way: key.selected } } : wayOut(state, key.value),
        ) ?? (isEscape(event) ? { state: at(state, 'model') } : { state })
      );
    case 'listing':
    case 'testing':
      return isEscape(event) ? { state: at(state, before(state)), effect: { kind: 'stop' } } : { state };
    default:
      return onText(state, state.step, event);
  }
}

const isEscape = (event: InputEvent): boolean => event.kind === 'key' && event.id === 'escape';

type Picked<Value> =
  { readonly kind: 'moved'; readonly selected: number } | { readonly kind: 'chosen'; readonly value: Value };

function onList<Value>(
  event: InputEvent,
  { choices, marked }: { readonly choices: readonly Choice<Value>[]; readonly marked: number },
  change: (key: Picked<Value>) => SetUpChange,
): SetUpChange | undefined {
  const key = event.kind === 'key' ? listKey(choices, marked, event.id) : undefined;
  return key === undefined || key.kind === 'dismissed' ? undefined : change(key);
}

export const providerChoices = ({ providers }: SetUpState): Choice<number>[] =>
  providers.map(({ label }, value) => ({ label, value }));

function chosen(before: SetUpState, place: number): SetUpChange {
  const state = { ...before, place, key: emptyBuffer, ids: undefined, row: 0, fault: undefined };
  const provider = providerOf(state);
  if (provider?.found !== undefined) return { state: { ...state, step: 'model', ids: provider.found } };
  if (provider?.asksUrl !== true) return { state: at(state, 'key') };
  return { state: { ...at(state, 'url'), url: withText(emptyBuffer, provider.baseUrl) } };
}

function wayOut(state: SetUpState, way: 'again' | 'without'): SetUpChange {
  const candidate = candidateOf(state);
  return { state, effect: way === 'again' ? { kind: 'save', candidate } : { kind: 'finish', candidate, saved: false } };
}

type TextStep = 'url' | 'key' | 'model';

function onText(state: SetUpState, step: TextStep, event: InputEvent): SetUpChange {
  if (event.kind === 'paste') return { state: written(state, step, insert(state[step], pasted(event.text))) };
  if (event.id === 'escape') return { state: at(state, before(state)) };
  if (event.id === 'enter') return ENTERED[step](state);
  const rows = step === 'model' ? modelRows(state).length : 0;
  if (rows > 0 && (event.id === 'up' || event.id === 'down')) {
    return { state: { ...state, row: (state.row + (event.id === 'up' ? rows - 1 : 1)) % rows } };
  }
  const command = actionOf(EDIT_KEYS, event.id);
  if (command !== undefined && command !== 'newline') {
    return { state: written(state, step, edit(state[step], command)) };
  }
  return { state: event.text === '' ? state : written(state, step, insert(state[step], event.text)) };
}

/** An address, a key and a name have no line breaks, and no quotes around them. */
const pasted = (text: string): string => text.replace(/\s+/g, '').replace(/^(['"])(.*)\1$/, '$2');

function written(state: SetUpState, step: TextStep, buffer: TextBuffer): SetUpState {
  const same = buffer.text === state[step].text;
  return {
    ...state,
    [step]: buffer,
    row: step === 'model' && !same ? 0 : state.row,
    fault: same ? state.fault : undefined,
  };
}

const ENTERED: Readonly<Record<TextStep, (state: SetUpState) => SetUpChange>> = {
  url: (state) => {
    if (normalUrl(state.url.text) === undefined) {
      return { state: at(state, 'url', 'That is no address of an API; it looks like https://host/v1.') };
    }
    return needsKey(state) ? { state: at(state, 'key') } : listing(state);
  },
  key: (state) => {
    const key = state.key.text.trim();
    if (key === '' && needsKey(state))
      return { state: at(state, 'key', 'Without a key this provider does not answer.') };
    return /^[\x21-\x7e]*$/.test(key)
      ? listing(state)
      : { state: at(state, 'key', 'That holds characters that no key has: copy it again.') };
  },
  model: (state) => {
    const candidate = candidateOf(state);
    if (candidate.model === '') return { state: at(state, 'model', 'Name the model, as the provider writes it.') };
    return { state: at(state, 'testing'), effect: { kind: 'test', candidate, listed: state.ids !== undefined } };
  },
};

/** A server on this machine mostly needs none; one that does says so. */
export const needsKey = (state: SetUpState): boolean => !isLoopback(new URL(baseUrlOf(state)).hostname);

function listing(state: SetUpState): SetUpChange {
  const { protocol, baseUrl, apiKey } = candidateOf(state);
  const endpoint = { protocol, baseUrl, apiKey };
  return { state: at(state, 'listing'), effect: { kind: 'list', endpoint } };
}

/** Where Esc leads. */
function before(state: SetUpState): SetUpStep {
  const provider = providerOf(state);
  if (state.step === 'testing') return 'model';
  if (state.step === 'url' || provider?.found !== undefined) return 'provider';
  if (state.step !== 'key' && (provider?.asksUrl === false || needsKey(state))) return 'key';
  return provider?.asksUrl === true ? 'url' : 'provider';
}

export function setUpNews(state: SetUpState, news: SetUpNews): SetUpChange {
  switch (news.kind) {
    case 'listed':
      return { state: { ...at(state, 'model'), ids: news.ids, row: 0 } };
    case 'answered':
      return { state, effect: { kind: 'save', candidate: candidateOf(state) } };
    case 'saved':
      return { state, effect: { kind: 'finish', candidate: candidateOf(state), saved: true } };
    case 'unsaved':
      return { state: { ...at(state, 'unsaved', news.shown), way: 0 } };
    case 'failed':
      return { state: failed(state, news) };
  }
}

function failed(state: SetUpState, { wrong, shown }: Explanation): SetUpState {
  const { found, asksUrl } = providerOf(state) ?? {};
  if (wrong === 'key') return { ...at(state, 'key', shown), key: emptyBuffer };
  if (wrong === 'url' && found !== undefined) return at(state, 'provider', shown);
  if (wrong === 'url' && asksUrl === true) return at(state, 'url', shown);
  return at(state, state.step === 'listing' ? 'key' : 'model', shown);
}
