import { type ReactNode, useId } from 'react';
import classes from './combobox.module.css';
import { type Offer, type Option, type OptionGroup, useCombobox } from './combobox.ts';
import fieldClasses from './field.module.css';

type Props<T extends Option> = Omit<Offer<T>, 'options'> & {
  label: string;
  placeholder?: string;
  error?: string | undefined;
  autoFocus?: boolean;
  /** In the field, before the name of the chosen one. */
  mark?: ReactNode;
  /** A group without a name has no heading. */
  groups: readonly OptionGroup<T>[];
  /** Under the options, or instead of them. */
  note: string | null;
  children: (option: T) => ReactNode;
};

const typedAtMost = 100;

/** A field that offers a list, narrowed by what is typed. Enter takes the marked one, which is the first that fits. */
export function Combobox<T extends Option>(props: Props<T>) {
  const { label, placeholder, error, autoFocus, mark, groups, note, children, ...offer } = props;
  const id = useId();
  const options = groups.flatMap((group) => group.options);
  const { isOpen, active, shown, choose, type, open, close, press } = useCombobox({ ...offer, options });
  return (
    <div>
      <label className={fieldClasses.label} htmlFor={id}>
        {label}
      </label>
      <div className={classes.box}>
        {mark && <span className={classes.mark}>{mark}</span>}
        <input
          id={id}
          className={`${fieldClasses.input} ${classes.input}`}
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={isOpen && options.length > 0}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={isOpen && active ? `${id}-${active.value}` : undefined}
          aria-autocomplete="list"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          // Escape closes the list, not the dialog of the kit around it.
          data-mantine-stop-propagation={isOpen}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={Math.max(typedAtMost, shown.length)}
          placeholder={placeholder}
          {...(autoFocus ? { autoFocus, 'data-autofocus': true } : {})}
          value={shown}
          onChange={(event) => type(event.currentTarget.value)}
          onClick={(event) => {
            // Typing replaces the chosen one.
            if (!isOpen) event.currentTarget.select();
            open();
          }}
          onKeyDown={press}
          onBlur={close}
        />
        {isOpen && (
          <List
            id={id}
            label={label}
            groups={groups}
            active={active}
            chosen={offer.chosen}
            onChoose={choose}
            note={note}
          >
            {children}
          </List>
        )}
      </div>
      {error && (
        <p className={fieldClasses.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

type ListProps<T extends Option> = Pick<Props<T>, 'label' | 'groups' | 'note' | 'chosen' | 'onChoose' | 'children'> & {
  id: string;
  active: T | undefined;
};

function List<T extends Option>({ id, label, groups, note, active, chosen, onChoose, children }: ListProps<T>) {
  const isEmpty = groups.every(({ options }) => options.length === 0);
  return (
    // A press in it leaves the focus where it is.
    <div ref={bringIntoView} className={classes.dropdown} role="none" onMouseDown={(event) => event.preventDefault()}>
      <div id={`${id}-list`} role="listbox" aria-label={label} hidden={isEmpty}>
        {groups.map(({ name, options }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is not a fieldset
          <div key={name} role="group" aria-label={name === '' ? label : name}>
            {name !== '' && (
              <div className={classes.heading} aria-hidden>
                {name}
              </div>
            )}
            {options.map((option) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
              <div
                key={option.value}
                id={`${id}-${option.value}`}
                ref={option === active ? bringIntoView : null}
                role="option"
                tabIndex={-1}
                aria-selected={option.value === chosen?.value}
                data-active={option === active || undefined}
                className={classes.option}
                onClick={() => onChoose(option)}
              >
                {children(option)}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className={classes.note} role="status">
        {note}
      </p>
    </div>
  );
}

const bringIntoView = (node: HTMLElement | null): void => node?.scrollIntoView({ block: 'nearest' });
