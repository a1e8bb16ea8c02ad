import { api } from '../api.ts';
import { useCompany } from '../auth.ts';
import { type Choices, useChoices } from '../ui/choices.ts';

/** Active members whose role allows the assignment. */
export function useAssignableChoices(as: 'manager' | 'worker', ids: readonly string[]): Choices {
  const { id: companyId } = useCompany();
  return useChoices<Person>(ids, {
    key: ['members', 'assignable', companyId, as],
    load: (input, signal) =>
      api('GET /companies/{companyId}/assignable-people', { companyId, as, ...input }, { signal }),
    optionOf: ({ userId, name }) => ({ value: userId, label: name }),
  });
}

type Person = { userId: string; name: string };
