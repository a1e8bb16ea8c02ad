import { type ReactNode, useId } from 'react';
import classes from './combobox.module.css';
import { type ComboboxOptions, type Option, optionKey, useCombobox } from './combobox.ts';
import { Field } from './Field.tsx';
import fieldClasses from './field.module.css';
import { bringIntoView, Listbox, type OptionGroup, optionId } from './Listbox.tsx';

type Props<T extends Option> = Omit<ComboboxOptions<T>, 'options'> & {
  label: string;
  placeholder?: string;
  description?: string | undefined;
  error?: ReactNode;
  'data-path'?: string | undefined;
  autoFocus?: boolean;
  /** Shown in the field before the label of the chosen option. */
  mark?: ReactNode;
  groups: readonly OptionGroup<T>[];
  /** Shown below the options, or instead of them. */
  note: string | null;
  children: (option: T) => ReactNode;
};

const maxTypedLength = 100;

/** A text field with a list of options filtered by the typed text. Enter chooses the active option, initially the first. */
export function Combobox<T extends Option>(props: Props<T>) {
  const { label, description, placeholder, error, autoFocus, mark, groups, note, children, ...offer } = props;
  const id = useId();
  const listId = `${id}-list`;
  const options = groups.flatMap((group) => group.options);
  const { isOpen, active, shown, choose, type, open, close, press } = useCombobox({ ...offer, options });
  return (
    <Field id={id} label={label} description={description} error={error}>
      {(control) => (
        <div className={classes.box}>
          {mark && <span className={classes.mark}>{mark}</span>}
          <input
            {...control}
            data-path={offer['data-path']}
            className={`${fieldClasses.input} ${fieldClasses.suggests}`}
            role="combobox"
            dir="auto"
            aria-haspopup="listbox"
            aria-expanded={isOpen && options.length > 0}
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={isOpen && active ? optionId(listId, active.value) : undefined}
            aria-autocomplete="list"
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={Math.max(maxTypedLength, shown.length)}
            placeholder={placeholder}
            {...(autoFocus ? { autoFocus, 'data-autofocus': true } : {})}
            value={shown}
            onChange={(event) => type(event.currentTarget.value)}
            onClick={(event) => {
              // So that typing replaces the text.
              if (!isOpen) event.currentTarget.select();
              open();
            }}
            onKeyDown={press}
            onBlur={close}
          />
          {isOpen && (
            // A click in the list keeps the focus in the field.
            <div
              ref={bringIntoView}
              className={classes.dropdown}
              role="none"
              onMouseDown={(event) => event.preventDefault()}
            >
              <Listbox
                id={listId}
                label={label}
                groups={groups}
                keyOf={optionKey}
                active={active}
                isSelected={({ value }) => value === offer.chosen?.value}
                onPick={choose}
              >
                {children}
              </Listbox>
              <p className={classes.note} role="status">
                {note}
              </p>
            </div>
          )}
        </div>
      )}
    </Field>
  );
}
