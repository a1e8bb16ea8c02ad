import Compass from 'lucide-react/icons/compass';
import ServerCrash from 'lucide-react/icons/server-crash';
import type { ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { ApiProblem } from '../api.ts';
import { pathTo } from '../routes.ts';
import { LinkButton } from '../ui/Button.tsx';
import { ProblemScreen } from './ProblemScreen.tsx';

type Props = {
  /** Null: no page has this path. */
  error: unknown;
  retry?: ReactNode;
};

/** Shown instead of a page that does not exist or that failed. */
export function PageErrorScreen({ error, retry }: Props) {
  const home = (
    <LinkButton href={pathTo('/')} variant="default">
      {m.shell_home()}
    </LinkButton>
  );
  if (error === null) {
    return (
      <ProblemScreen icon={Compass} title={m.shell_unknown_title()} text={m.shell_unknown_text()}>
        {home}
      </ProblemScreen>
    );
  }
  const detail = error instanceof ApiProblem ? error.detail : '';
  if (error instanceof ApiProblem && error.status === 404) {
    return (
      <ProblemScreen icon={Compass} title={m.shell_missing_title()} text={detail || m.shell_missing_text()}>
        {home}
      </ProblemScreen>
    );
  }
  return (
    <ProblemScreen icon={ServerCrash} title={m.shell_failed_title()} text={detail || m.shell_failed_text()}>
      {retry}
      {home}
    </ProblemScreen>
  );
}
