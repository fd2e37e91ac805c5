import type { ReactElement } from 'react';
import { useLook, useView } from '../app/hooks.js';
import { footerLines } from '../render/footer-lines.js';
import { LinesView } from './lines-view.js';

export function Footer(): ReactElement {
  const look = useLook();
  return <LinesView lines={footerLines(useView(), look)} />;
}
