import type { ComponentProps } from 'react';
import classes from './field.module.css';

type Props = ComponentProps<'input'> & { 'aria-label': string };

/** A line of text that is named by its surroundings. */
export const SearchBox = (input: Props) => <input dir="auto" {...input} className={classes.input} />;
