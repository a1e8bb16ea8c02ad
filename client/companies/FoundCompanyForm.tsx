import { m } from '#locales/messages.js';
import { chooseCompany, refreshSession } from '../auth.ts';
import { useApiMutation } from '../queries.ts';
import { useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { CompanyFields } from './CompanyFields.tsx';
import { defaultCurrency, defaultZone } from './form-options.ts';

/** The founder becomes company admin; where this is the first company, the route guard continues to the requested page. */
export function FoundCompanyForm({ onFounded }: { onFounded?: (name: string) => void }) {
  const found = useApiMutation('POST /companies', { invalidates: ['companies'] });
  const draft = useDraftForm({
    name: 'company:new',
    initialValues: { name: '', timeZone: defaultZone(), currency: defaultCurrency(), weekStartsOn: '1' },
    required: ['name', 'timeZone', 'currency', 'weekStartsOn'],
  });
  const { form } = draft;
  return (
    <FormShell
      draft={draft}
      submitLabel={m.company_found()}
      isWide={false}
      onSubmit={async (values) => {
        const company = await found.mutateAsync({ ...values, weekStartsOn: Number(values.weekStartsOn) });
        await refreshSession();
        chooseCompany(company.id);
        onFounded?.(company.name);
      }}
    >
      <CompanyFields form={form} />
    </FormShell>
  );
}
