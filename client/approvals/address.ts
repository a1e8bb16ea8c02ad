// The details beside the list have an address of their own: Back closes them, and closing them goes back.

import { useRouter } from '@tanstack/react-router';
import { type ApprovalFilterValues, type ChangeFilters, withWorklog } from './filter.ts';

export function useDetailsAddress({ page }: ApprovalFilterValues, change: ChangeFilters) {
  const router = useRouter();
  return {
    open: (id: string) =>
      router.navigate({ to: '.', search: withWorklog(id), state: { isOpenedHere: true }, resetScroll: false }),
    close: () => (router.state.location.state.isOpenedHere ? router.history.back() : change({ worklog: '', page })),
  };
}
