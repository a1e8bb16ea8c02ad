import { useRouter } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { m } from '#locales/messages.js';
import { fillPath } from '../routes.ts';
import { usePathParameters } from '../routing/location.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import classes from './shell.module.css';

/** To the page above where the sitemap names one, else to where the person came from. */
export function BackButton({ backTo }: { backTo: string | undefined }) {
  const router = useRouter();
  const parameters = usePathParameters();
  const look = {
    variant: 'subtle',
    color: 'gray',
    size: 'compact-sm',
    className: `${classes.back} no-print`,
    leftSection: <ArrowLeft size={16} aria-hidden />,
  } as const;
  if (backTo) {
    return (
      <LinkButton href={fillPath(backTo, parameters)} {...look}>
        {m.shell_back()}
      </LinkButton>
    );
  }
  const goBack = () => (router.history.canGoBack() ? router.history.back() : router.navigate({ to: '/dashboard' }));
  return (
    <Button onClick={goBack} {...look}>
      {m.shell_back()}
    </Button>
  );
}
