import type { ComponentProps } from 'react';
import classes from './field.module.css';

type Props = ComponentProps<'input'> & { 'aria-label': string };

/** A search input without a visible label. */
export const SearchBox = (input: Props) => <input dir="auto" {...input} className={classes.input} />;
