// The URL of the details drawer: Back closes it, and closing it navigates back.

import { useRouter } from '@tanstack/react-router';
import { type ApprovalFilterValues, type ChangeFilters, withWorklogDetails } from './filter.ts';

export function useDetailsNavigation({ page }: ApprovalFilterValues, change: ChangeFilters) {
  const router = useRouter();
  return {
    open: (id: string) =>
      router.navigate({ to: '.', search: withWorklogDetails(id), state: { isOpenedHere: true }, resetScroll: false }),
    close: () => (router.state.location.state.isOpenedHere ? router.history.back() : change({ worklog: '', page })),
  };
}
