import { useQuery } from '@tanstack/react-query';
import { seatsFree, seatsUsed } from '#domain/seats.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { pathTo } from '../routes.ts';
import { TextLink } from '../ui/TextLink.tsx';

export function useSeats() {
  const { id: companyId } = useCompany();
  const { data } = useQuery(apiQuery('companies', 'GET /companies/{companyId}/seats', { companyId }));
  return (
    data && {
      seats: data.seats,
      used: seatsUsed(data),
      free: seatsFree(data),
      pending: data.pendingInvites,
      today: data.invitesToday,
    }
  );
}

/** "17 of 25 seats in use", and a link for changing the number. */
export function SeatsInUse() {
  const seats = useSeats();
  if (!seats) return <span aria-hidden>&nbsp;</span>;
  return (
    <>
      <span className="numeric">{m.users_seats({ used: seats.used, seats: seats.seats })}</span>
      {seats.pending > 0 && (
        <span className="visually-hidden-on-phones"> {m.users_seats_reserved({ count: seats.pending })}</span>
      )}{' '}
      <TextLink to={pathTo('/upgrade')}>{m.users_change_seats()}</TextLink>
    </>
  );
}

/** "12 of 20 invites left today", as soon as a quarter of them or less is left. */
export function InvitesLeft() {
  const today = useSeats()?.today;
  return today && today.left * 4 <= today.most ? <span className="numeric">{m.invites_left_today(today)}</span> : null;
}
