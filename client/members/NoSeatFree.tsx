import { useNavigate } from '@tanstack/react-router';
import Armchair from 'lucide-react/icons/armchair';
import { m } from '#locales/messages.js';
import { ApiProblem } from '../api.ts';
import { pathTo } from '../routes.ts';
import { destination } from '../routing/destination.ts';
import { Button } from '../ui/Button.tsx';
import classes from './members.module.css';

export const isSeatsProblem = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'seats.none-free';

type Props = { text: string; returnTo: string; hint?: string };

/** All seats are in use: links to buying more, and returns afterwards. */
export const NoSeatFree = ({ text, returnTo, hint }: Props) => (
  <div className={classes.noSeat} role="status">
    <Armchair size={20} aria-hidden />
    <p>
      {text} {hint && <span className="dimmed">{hint}</span>}
    </p>
    <AddSeats returnTo={returnTo} />
  </div>
);

export function AddSeats({ returnTo }: Pick<Props, 'returnTo'>) {
  const navigate = useNavigate();
  const upgrade = () => {
    destination.set(returnTo);
    return navigate({ to: pathTo('/upgrade') });
  };
  return (
    <Button variant="default" onClick={upgrade} className={classes.addSeats ?? ''}>
      {m.users_add_seats()}
    </Button>
  );
}
