import { useRouter, useSearch } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { m } from '#locales/messages.js';
import { fillPath } from '../routes.ts';
import { usePathParameters } from '../routing/location.ts';
import { stringifySearch } from '../routing/search-params.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import classes from './shell.module.css';

/** Beside the title: to the parent page of the sitemap, or where there is none, one step back in the history. */
export function BackButton({ backTo }: { backTo: string | undefined }) {
  const router = useRouter();
  const parameters = usePathParameters();
  const search = useSearch({ strict: false });
  const content = (
    <>
      <ArrowLeft size={20} aria-hidden />
      <span className="visually-hidden">{m.shell_back()}</span>
    </>
  );
  const appearance = { variant: 'subtle', color: 'gray', className: `${classes.back} no-print` } as const;
  if (backTo) {
    return (
      <LinkButton href={fillPath(backTo, parameters) + keptSearch(backTo, search)} {...appearance}>
        {content}
      </LinkButton>
    );
  }
  const goBack = () => (router.history.canGoBack() ? router.history.back() : router.navigate({ to: '/dashboard' }));
  return (
    <Button onClick={goBack} {...appearance}>
      {content}
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
