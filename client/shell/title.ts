// Prefix of the document title: the sign of a running timer.

import { createStore, useStore } from '../storage.ts';

const mark = createStore('');

export const markTitle = (sign: string): void => mark.set(sign);

export const useTitleMark = (): string => useStore(mark);
