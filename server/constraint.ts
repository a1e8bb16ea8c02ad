// Which constraint of the schema a write ran into. Handlers turn the ones they know into a reason; the rest is a fault.

/** Name of the constraint or unique index that refused the statement; null when the error is of another kind. */
export const brokenConstraint = (error: unknown): string | null =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null;
