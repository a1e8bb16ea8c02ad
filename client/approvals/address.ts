// The URL of the details drawer: Back closes it, and closing it navigates back.

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
