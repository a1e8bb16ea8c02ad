import Compass from 'lucide-react/icons/compass';
import ServerCrash from 'lucide-react/icons/server-crash';
import { type ReactNode, useEffect } from 'react';
import { m } from '#locales/messages.js';
import { ApiProblem, isMissing } from '../api.ts';
import { pathTo } from '../routes.ts';
import { LinkButton } from '../ui/Button.tsx';
import { setTitleInstead } from './document-title.ts';
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
  if (isMissing(error)) return <MissingScreen text={detail || m.shell_missing_text()}>{home}</MissingScreen>;
  return (
    <ProblemScreen icon={ServerCrash} title={m.shell_failed_title()} text={detail || m.shell_failed_text()}>
      {retry}
      {home}
    </ProblemScreen>
  );
}

/** The document is titled by it too: the route is named after what is missing. */
function MissingScreen({ text, children }: { text: string; children: ReactNode }) {
  const title = m.shell_missing_title();
  useEffect(() => {
    setTitleInstead(title);
    return () => setTitleInstead(null);
  }, [title]);
  return (
    <ProblemScreen icon={Compass} title={title} text={text}>
      {children}
    </ProblemScreen>
  );
}
