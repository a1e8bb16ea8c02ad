import { type PolicyName, policies } from '#domain/policies.ts';
import { policyLabels } from '#labels/settings.ts';
import { useCompany } from '../auth.ts';
import { todayIn } from '../clock.ts';
import { policyOptionLabel, policyTexts } from '../settings/policy-texts.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { DayField } from '../ui/DayField.tsx';
import type { DraftForm } from '../ui/draft-form.ts';
import { RadioGroup } from '../ui/RadioGroup.tsx';
import { TextField } from '../ui/TextField.tsx';
import classes from './companies.module.css';
import type { CompanyValues } from './company-merge.ts';

type Props = Pick<DraftForm<CompanyValues>, 'form'> & {
  name: PolicyName;
  /** Currency of amounts, as chosen in the form. */
  currency: string;
};

/** Narrow inputs below labels and descriptions of full width. */
const short = { wrapper: classes.short ?? '', input: 'numeric' };

const inputModes = { amount: 'decimal', minutes: 'text', days: 'numeric' } as const;

/** The control of a policy follows from its kind. */
export function PolicyField({ form, name, currency }: Props) {
  const { timeZone } = useCompany();
  const row = policies[name];
  const labels = { label: policyLabels[name](), description: policyTexts[name].text() };
  switch (row.kind) {
    case 'day':
      return (
        <DayField
          {...labels}
          value={String(form.getValues()[name])}
          near={todayIn(timeZone)}
          onChange={(day) => form.setFieldValue(name, day)}
          error={form.errors[name]}
          data-path={name}
          classNames={short}
        />
      );
    case 'switch':
      return <Checkbox {...labels} key={form.key(name)} {...form.getInputProps(name, { type: 'checkbox' })} />;
    case 'choice':
      return (
        <RadioGroup
          {...labels}
          options={row.options.map((option) => ({ value: option, label: policyOptionLabel(name, option) }))}
          key={form.key(name)}
          {...form.getInputProps(name)}
        />
      );
    case 'minutes':
    case 'amount':
    case 'days':
      return (
        <TextField
          {...labels}
          inputMode={inputModes[row.kind]}
          autoComplete="off"
          maxLength={30}
          {...(row.kind === 'amount' ? { leftSection: <span className="dimmed small">{currency}</span> } : {})}
          classNames={short}
          key={form.key(name)}
          {...form.getInputProps(name)}
        />
      );
  }
}
