import { useRouter, useSearch } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { m } from '#locales/messages.js';
import { fillPath } from '../routes.ts';
import { usePathParameters } from '../routing/location.ts';
import { stringifySearch } from '../routing/search-params.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import classes from './shell.module.css';

/** To the parent page of the sitemap, or where there is none, one step back in the history. */
export function BackButton({ backTo }: { backTo: string | undefined }) {
  const router = useRouter();
  const parameters = usePathParameters();
  const search = useSearch({ strict: false });
  const appearance = {
    variant: 'subtle',
    color: 'gray',
    size: 'compact-sm',
    className: `${classes.back} no-print`,
    leftSection: <ArrowLeft size={16} aria-hidden />,
  } as const;
  if (backTo) {
    return (
      <LinkButton href={fillPath(backTo, parameters) + keptSearch(backTo, search)} {...appearance}>
        {m.shell_back()}
      </LinkButton>
    );
  }
  const goBack = () => (router.history.canGoBack() ? router.history.back() : router.navigate({ to: '/dashboard' }));
  return (
    <Button onClick={goBack} {...appearance}>
      {m.shell_back()}
    </Button>
  );
}

/** Search parameters that belong to a single report. */
const reportOnlyParameters = ['view', 'page', 'worklog', 'tasks', 'group', 'subgroup'];

/** Reports share their filter: the parent report keeps the same days and choices. */
function keptSearch(backTo: string, search: Record<string, unknown>): string {
  if (!backTo.startsWith('/reports')) return '';
  return stringifySearch(
    Object.fromEntries(Object.entries(search).filter(([name]) => !reportOnlyParameters.includes(name))),
  );
}
