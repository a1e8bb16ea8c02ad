import { useState } from 'react';
import { type PolicyName, policyNames } from '#domain/policies.ts';
import { m } from '#locales/messages.js';
import type { DraftForm } from '../ui/draft-form.ts';
import classes from './companies.module.css';
import type { CompanyValues } from './company-merge.ts';
import { PolicyField } from './PolicyField.tsx';

/** Policies about emails; all others are rules for worklogs. */
const aboutMails: readonly PolicyName[] = ['waitingMails', 'emptyWeekMails'];

/** All policies, in the order of their table. */
export function PolicyFields({ form }: Pick<DraftForm<CompanyValues>, 'form'>) {
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
