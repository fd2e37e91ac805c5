/** Follows the servers of the conversation: the footer as they change, and a question when one of the project waits. */
import type { ServerDesk } from '../../wire/server-desk.js';
import type { ServerFact, ViewState } from '../state/view-state.js';
import type { Store } from '../state/store.js';
import type { UiEvent } from '../state/ui-event.js';
import type { ServerQuestions } from './ask-servers.js';
import { stateWords } from './server-words.js';

export interface FollowedServers {
  readonly desk: ServerDesk;
  readonly store: Store<ViewState, UiEvent>;
  readonly questions: ServerQuestions;
}

/** Begins at once. */
export function followServers({ desk, store, questions }: FollowedServers): void {
  const look = (): void => {
    store.dispatch({ type: 'facts', facts: { servers: serverFacts(desk) } });
    void questions.askWaiting();
  };
  look();
  desk.onChange(look);
}

export const serverFacts = (desk: Pick<ServerDesk, 'list'>): readonly ServerFact[] =>
  desk.list().map((server) => ({ name: server.name, condition: stateWords(server).condition }));
