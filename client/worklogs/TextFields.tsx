import { type WorklogText, worklogFields, worklogTexts } from '#domain/worklog-fields.ts';
import { worklogTextLabels } from '#labels/worklogs.ts';
import { TextArea } from '../ui/TextArea.tsx';
import { shownTexts } from '../worklog/texts.ts';
import type { EntryFieldProps } from './fields.ts';
import classes from './worklogs.module.css';

/** One field for each text of a worklog. */
export const TextFields = ({ required, ...props }: EntryFieldProps & { required: readonly WorklogText[] }) =>
  worklogTexts.map((name) => (
    <WorklogTextArea key={name} name={name} isRequired={required.includes(name)} {...props} />
  ));

type WorklogTextProps = EntryFieldProps & { name: WorklogText; isRequired: boolean };

const WorklogTextArea = ({ name, isRequired, entry, errors, onChange }: WorklogTextProps) => (
  <TextArea
    name={name}
    label={isRequired ? worklogTextLabels[name]() : shownTexts[name].optionalLabel()}
    value={entry[name]}
    onChange={(event) => onChange({ ...entry, [name]: event.currentTarget.value })}
    error={errors[name]?.message}
    maxLength={worklogFields[name].maxLength}
    rows={shownTexts[name].rows}
    required={isRequired}
    fieldClassName={classes.notesArea ?? ''}
  />
);
