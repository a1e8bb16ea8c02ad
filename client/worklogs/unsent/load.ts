// Loads what keeps worklogs on the device: once, and by the frame before anything has to be kept.

export const loadUnsent = () => import('./parts.tsx').then(({ unsentParts }) => unsentParts);
