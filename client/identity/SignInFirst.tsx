import { useNavigate } from '@tanstack/react-router';
import { pathTo } from '../routes.ts';
import { destination } from '../routing/destination.ts';
import { Button } from '../ui/Button.tsx';

/** To the login page and back to the link, which is kept in memory. */
export function SignInFirst({ label }: { label: string }) {
  const navigate = useNavigate();
  const go = () => {
    destination.set(pathTo('/link-actions'));
    return navigate({ to: pathTo('/login') });
  };
  return <Button onClick={go}>{label}</Button>;
}
