import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import Armchair from 'lucide-react/icons/armchair';
import { m } from '#locales/messages.js';
import { destination } from '../destination.ts';
import { pathTo } from '../routes.ts';
import classes from './users.module.css';

type Props = { text: string; returnTo: string };

/** Every seat is taken: the way to more of them, and back to what was typed. */
export function NoSeatFree({ text, returnTo }: Props) {
  const navigate = useNavigate();
  const upgrade = () => {
    destination.set(returnTo);
    return navigate({ to: pathTo('/upgrade') });
  };
  return (
    <div className={classes.noSeat} role="status">
      <Armchair size={20} aria-hidden />
      <p>
        {text} <span className="dimmed">{m.users_typed_is_kept()}</span>
      </p>
      <Button variant="default" onClick={upgrade}>
        {m.users_add_seats()}
      </Button>
    </div>
  );
}
