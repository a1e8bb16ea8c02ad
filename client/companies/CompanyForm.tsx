import { useRef, useState } from 'react';
import type { Company } from '#contract/companies.ts';
import { type PolicyName, policyNames } from '#domain/policies.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { ApiProblem } from '../api.ts';
import { refreshSession } from '../auth.ts';
import { affectedBy, apiQuery, queryClient, useApiMutation } from '../queries.ts';
import { showToast } from '../toast.ts';
import type { DraftForm } from '../ui/draft-form.ts';
import { useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { CompanyChanges } from './CompanyChanges.tsx';
import { CompanyFields } from './CompanyFields.tsx';
import classes from './companies.module.css';
import {
  type CompanyValues,
  changedCompanyFields,
  companyBasics,
  companyFormValues,
  companyInput,
  type MergedCompany,
  mergeCompany,
} from './company-merge.ts';
import { PolicyField } from './PolicyField.tsx';
import { policyErrors } from './policy-values.ts';
import { UnlockConfirm } from './UnlockConfirm.tsx';

type Props = { company: Company; onSaved: () => void };
type ConcurrentChange = MergedCompany & { theirs: CompanyValues };

/** Name, calendar and policies. Concurrent changes of another admin are merged, never overwritten. */
export function CompanyForm({ company, onSaved }: Props) {
  const companyId = company.id;
  const locale = getLocale();
  const [seen, setSeen] = useState({ version: company.version, values: companyFormValues(company, locale) });
  const [concurrent, setConcurrent] = useState<ConcurrentChange | null>(null);
  const update = useApiMutation('PATCH /companies/{companyId}', {
    invalidates: affectedBy.companies,
    onDone: () => refreshSession(),
  });
  const draft = useDraftForm({
    name: `company:${companyId}`,
    initialValues: seen.values,
    required: companyBasics,
    check: (values) => policyErrors(values, { currency: values.currency, locale }),
  });
  const { form } = draft;
  // Set by the confirm button, for the next submission only.
  const confirmed = useRef<{ unlockFrom?: string; lockReason?: string }>({});
  const mergeLatest = async () => {
    const query = apiQuery('companies', 'GET /companies/{companyId}', { companyId });
    const { version, ...rest } = await queryClient.fetchQuery({ ...query, staleTime: 0 });
    const theirs = companyFormValues({ version, ...rest }, locale);
    // Uses the current input, which may have changed since it was sent.
    const merged = mergeCompany(seen.values, form.getValues(), theirs);
    setSeen({ version, values: theirs });
    setConcurrent({ ...merged, theirs });
    form.setValues(merged.values);
    return { ...merged, version };
  };
  const save = async (values: CompanyValues) => {
    const changed = changedCompanyFields(seen.values, values);
    const unlock = confirmed.current;
    confirmed.current = {};
    const saveOver = (version: number) =>
      update.mutateAsync({ companyId, version, ...companyInput(values, changed, locale), ...unlock });
    if (changed.length > 0) {
      await saveOver(seen.version).catch(async (error: unknown) => {
        if (!isOutdated(error)) throw error;
        const { taken, kept, version } = await mergeLatest();
        // Only the seats were changed meanwhile, so there is nothing to merge.
        if (taken.length + kept.length > 0) throw error;
        await saveOver(version);
      });
    }
    onSaved();
    showToast(m.company_saved(), { type: 'success' });
  };
  return (
    <FormShell
      draft={draft}
      submitLabel={m.company_save()}
      onSubmit={save}
      explain={(problem) => {
        if (isOutdated(problem)) return concurrent && <CompanyChanges {...concurrent} />;
        if (problem.code !== 'company.lock-date-moves-back') return null;
        return (
          <UnlockConfirm
            problem={problem}
            onConfirm={(answer) => {
              confirmed.current = answer;
            }}
          />
        );
      }}
    >
      <CompanyFields form={form} />
      <PolicyFields form={form} />
    </FormShell>
  );
}

const isOutdated = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'company.changed-since-seen';

/** Policies about emails; all others are rules for worklogs. */
const aboutMails: readonly PolicyName[] = ['waitingMails', 'emptyWeekMails'];

/** All policies, in the order of their table. */
function PolicyFields({ form }: Pick<DraftForm<CompanyValues>, 'form'>) {
  const [currency, setCurrency] = useState(form.getValues().currency);
  form.watch('currency', ({ value }) => setCurrency(value));
  const fieldOf = (name: PolicyName) => <PolicyField key={name} form={form} name={name} currency={currency} />;
  return (
    <>
      <fieldset className={classes.group}>
        <legend>{m.company_rules()}</legend>
        {policyNames.filter((name) => !aboutMails.includes(name)).map(fieldOf)}
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{m.company_mails()}</legend>
        {aboutMails.map(fieldOf)}
      </fieldset>
    </>
  );
}
