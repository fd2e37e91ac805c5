/**
 * Where the model is, with which key, which one: asked step by step, tried with one small request, and kept. What was typed as
 * a key is shown nowhere. Says what went wrong in one sentence and goes back to the step that has to be done anew.
 */
import { useEffect, useRef, type ReactElement } from 'react';
import { useCurrent, useLook, useScreenSize } from '../app/hooks.js';
import { LinesView, useMostLines } from '../components/lines-view.js';
import type { Provider } from '../setup/providers.js';
import { setUpLines } from '../setup/setup-lines.js';
import {
  beginSetUp,
  setUpKey,
  setUpNews,
  type EndpointChoice,
  type ModelCandidate,
  type SetUpChange,
  type SetUpEffect,
  type SetUpNews,
  type SetUpState,
} from '../setup/setup-state.js';
import type { Dialog } from './dialog-desk.js';
import { useDialogInput, useDialogReady } from './dialog-host.js';

/** What the set-up does outside of the screen. None of it rejects but for its signal. */
export interface SetUpPorts {
  list(endpoint: EndpointChoice, signal: AbortSignal): Promise<SetUpNews>;
  test(candidate: ModelCandidate, listed: boolean, signal: AbortSignal): Promise<SetUpNews>;
  /** Writes the settings. */
  save(candidate: ModelCandidate): SetUpNews;
}

export interface SetUpProps {
  readonly title: string;
  readonly intro: readonly string[];
  readonly providers: readonly Provider[];
  /** The model that is asked for already. */
  readonly model: string | undefined;
  readonly ports: SetUpPorts;
}

export interface SetUpResult {
  readonly candidate: ModelCandidate;
  /** False: it is for this session alone. */
  readonly saved: boolean;
}

/** Dismissed: the person left. */
export const setUpDialog = (props: SetUpProps): Dialog<SetUpResult | undefined> => ({
  name: 'set-up',
  render: (done) => <SetUp {...props} done={done} />,
});

type Done = (result: SetUpResult | undefined) => void;

function SetUp({ title, intro, providers, model, ports, done }: SetUpProps & { readonly done: Done }): ReactElement {
  const state = useCurrent<SetUpState>(beginSetUp(providers, model));
  const { style, marks, width } = useLook();
  const rows = Math.min(useScreenSize().rows, useMostLines());
  const ready = useDialogReady();
  const apply = useEffects({ ports, done, now: state.now, set: state.set });
  useDialogInput((event) => apply(setUpKey(state.now(), event)));
  return <LinesView lines={setUpLines(state.shown, { style, marks, width, rows, ready, title, intro })} />;
}

interface Effects {
  readonly ports: SetUpPorts;
  readonly done: Done;
  now(): SetUpState;
  set(state: SetUpState): void;
}

/** Takes a change in and does what it asks for; one thing at a time, and nothing after the dialog is gone. */
function useEffects({ ports, done, now, set }: Effects): (change: SetUpChange) => void {
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const hear = (work: (signal: AbortSignal) => Promise<SetUpNews>): void => {
    const stop = new AbortController();
    running.current = stop;
    work(stop.signal).then(
      (news) => {
        if (!stop.signal.aborted) apply(setUpNews(now(), news));
      },
      () => {},
    );
  };
  const perform = (effect: SetUpEffect): void => {
    switch (effect.kind) {
      case 'list':
        return hear((signal) => ports.list(effect.endpoint, signal));
      case 'test':
        return hear((signal) => ports.test(effect.candidate, effect.listed, signal));
      case 'save':
        return apply(setUpNews(now(), ports.save(effect.candidate)));
      case 'stop':
        return running.current?.abort();
      case 'leave':
        return done(undefined);
      case 'finish':
        return done({ candidate: effect.candidate, saved: effect.saved });
    }
  };
  const apply = ({ state, effect }: SetUpChange): void => {
    set(state);
    if (effect !== undefined) perform(effect);
  };
  return apply;
}
