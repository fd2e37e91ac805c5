/**
 * How the rows of the screen are shared out between what is live, a dialog and the prompt. Pure. All of it together has to stay
 * lower than the screen: a redraw that is as high would have to clear it.
 */
export interface RowShares {
  readonly live: number;
  /** 0 where there is none. */
  readonly dialog: number;
  readonly prompt: number;
}

/** Footer, the frame of the prompt, and the empty line above it. */
const AROUND_PROMPT = 5;
/** An empty line above the dialog, and the line that the cursor stands on below everything. */
const AROUND_DIALOG = 2;
const LEAST_DIALOG = 8;

export function shareRows(rows: number, hasDialog: boolean): RowShares {
  if (!hasDialog) {
    const prompt = Math.max(1, Math.floor(rows * 0.3));
    return { live: Math.max(2, rows - AROUND_PROMPT - prompt), dialog: 0, prompt };
  }
  const live = Math.max(2, Math.floor(rows * 0.1));
  return { live, dialog: Math.max(LEAST_DIALOG, rows - AROUND_PROMPT - AROUND_DIALOG - live - 1), prompt: 1 };
}
