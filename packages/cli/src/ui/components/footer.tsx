import type { ReactElement } from 'react';
import { useLook, useStore, useView } from '../app/hooks.js';
import { useServices } from '../app/services.js';
import { footerLines } from '../render/footer-lines.js';
import { LinesView } from './lines-view.js';

export function Footer(): ReactElement {
  const look = useLook();
  const { vim } = useStore(useServices().prompt);
  return <LinesView lines={footerLines({ ...useView(), vim: vim?.mode }, look)} />;
}
