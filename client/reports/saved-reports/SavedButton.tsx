import Bookmark from 'lucide-react/icons/bookmark';
import { Suspense } from 'react';
import { m } from '#locales/messages.js';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/lazy.tsx';
import { Popup } from '../../ui/Popup.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import type { Report } from '../use-report.ts';
import classes from './saved.module.css';

const SavedPanel = lazyPart(() => import('./SavedPanel.tsx').then((file) => file.SavedPanel));

/** Opens the panel with saved reports, where the shown one can be saved. */
export const SavedButton = ({ report }: { report: Report }) => (
  <Popup
    label={m.reports_saved()}
    className={classes.panel}
    align="end"
    width={400}
    button={(trigger) => (
      <Button {...trigger} variant="default" leftSection={<Bookmark size={16} aria-hidden />}>
        {m.reports_saved()}
      </Button>
    )}
  >
    {(close) => (
      <Suspense fallback={<SkeletonRows rows={3} />}>
        <SavedPanel report={report} onClose={close} />
      </Suspense>
    )}
  </Popup>
);
