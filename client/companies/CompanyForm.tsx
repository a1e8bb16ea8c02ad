import { useRef, useState } from 'react';
import type { Company } from '#contract/companies.ts';
import type { PolicyName } from '#domain/policies.ts';
import { m } from '#locales/messages.js';
import { getLocale } from '#locales/runtime.js';
import { ApiProblem } from '../api.ts';
import { refreshSession } from '../auth.ts';
import { affectedBy, apiQuery, queryClient, useApiMutation } from '../queries.ts';
import { policyTexts, ruleGroups } from '../settings/policy-texts.ts';
import { showToast } from '../toast.ts';
import type { DraftForm } from '../ui/draft-form.ts';
import { useDraftForm } from '../ui/draft-form.ts';
import { FormShell } from '../ui/FormShell.tsx';
import { Section } from '../ui/Section.tsx';
import { CompanyChanges } from './CompanyChanges.tsx';
import { CompanyFields } from './CompanyFields.tsx';
import {
  type CompanyPart,
  type CompanyValues,
  changedCompanyFields,
  companyBasics,
  companyFormValues,
  companyInput,
  companyParts,
  isInPart,
  type MergedCompany,
  mergeCompany,
  withPart,
} from './company-merge.ts';
import { PolicyField } from './PolicyField.tsx';
import { amountPolicies, policyErrors } from './policy-values.ts';
import { UnlockConfirm } from './UnlockConfirm.tsx';

type Props = { company: Company; part: CompanyPart; onSaved: (version: number) => void };
type ConcurrentChange = MergedCompany & { theirs: CompanyValues };

/** The fields of a part of the settings. Concurrent changes of another admin are merged, never overwritten. */
export function CompanyForm({ company, part, onSaved }: Props) {
  const companyId = company.id;
  const locale = getLocale();
  const [seen, setSeen] = useState({ version: company.version, values: companyFormValues(company, locale) });
  const [concurrent, setConcurrent] = useState<ConcurrentChange | null>(null);
  const update = useApiMutation('PATCH /companies/{companyId}', {
    invalidates: affectedBy.companies,
    onDone: () => refreshSession(),
  });
  const draft = useDraftForm({
    name: `company:${companyId}:${part}`,
    initialValues: seen.values,
    required: companyBasics,
    check: (values) => errorsOf(part, withPart(part, seen.values, values), locale),
  });
  const { form } = draft;
  // Set by the confirm button, for the next submission only.
  const confirmed = useRef<{ unlockFrom?: string; lockReason?: string }>({});
  const mergeLatest = async () => {
    const query = apiQuery('companies', 'GET /companies/{companyId}', { companyId });
    const { version, ...rest } = await queryClient.fetchQuery({ ...query, staleTime: 0 });
    const theirs = companyFormValues({ version, ...rest }, locale);
    // Uses the current input, which may have changed since it was sent.
    const merged = mergeCompany(seen.values, withPart(part, seen.values, form.getValues()), theirs);
    const taken = merged.taken.filter((field) => isInPart(part, field));
    setSeen({ version, values: theirs });
    setConcurrent({ ...merged, taken, theirs });
    form.setValues(merged.values);
    return { ...merged, taken, version };
  };
  /** Fields show their values as they were saved; what was typed meanwhile stays. */
  const showSaved = (saved: Company, sent: CompanyValues) => {
    const theirs = companyFormValues(saved, locale);
    const merged = mergeCompany(sent, withPart(part, sent, form.getValues()), theirs).values;
    setSeen({ version: saved.version, values: theirs });
    setConcurrent(null);
    const typed = form.getValues();
    for (const name of companyParts[part]) if (merged[name] !== typed[name]) form.setFieldValue(name, merged[name]);
    return saved.version;
  };
  const saveOver = async (version: number, typed: CompanyValues) => {
    const values = withPart(part, seen.values, typed);
    const changed = changedCompanyFields(seen.values, values);
    const unlock = confirmed.current;
    if (changed.length === 0) return version;
    const input = companyInput(values, changed, locale);
    return showSaved(await update.mutateAsync({ companyId, version, ...input, ...unlock }), values);
  };
  const save = async (typed: CompanyValues) => {
    const version = await saveOver(seen.version, typed).catch(async (error: unknown) => {
      if (!isOutdated(error)) throw error;
      const latest = await mergeLatest();
      // Only seats or another part were changed meanwhile, so there is nothing to merge.
      if (latest.taken.length + latest.kept.length > 0) throw error;
      return saveOver(latest.version, typed);
    });
    onSaved(version);
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
            onConfirm={(confirmation) => {
              confirmed.current = confirmation;
            }}
          />
        );
      }}
    >
      {part === 'company' && <CompanyFields form={form} />}
      {part === 'rules' && <RuleGroups form={form} />}
      {(part === 'mails' || part === 'audit') && <PolicyFields form={form} names={companyParts[part]} />}
    </FormShell>
  );
}

const isOutdated = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'company.changed-since-seen';

/** An amount that a new currency cannot have is shown at the currency where its own field is in another part. */
function errorsOf(part: CompanyPart, values: CompanyValues, locale: string) {
  const errors = policyErrors(values, { currency: values.currency, locale });
  if (part !== 'company') return errors;
  const amountError = amountPolicies.map((name) => errors[name]).find((error) => error !== undefined);
  return amountError === undefined ? {} : { currency: amountError };
}

type GroupsProps = Pick<DraftForm<CompanyValues>, 'form'>;

/** The rules for worklogs, a card for each group. */
const RuleGroups = ({ form }: GroupsProps) =>
  Object.entries(ruleGroups).map(([group, title]) => (
    <Section key={group} id={group} title={title()} isPart>
      <PolicyFields form={form} names={companyParts.rules.filter((name) => policyTexts[name].group === group)} />
    </Section>
  ));

/** The named policies, in the order of their table. */
const PolicyFields = ({ form, names }: GroupsProps & { names: readonly PolicyName[] }) =>
  names.map((name) => <PolicyField key={name} form={form} name={name} currency={form.getValues().currency} />);
