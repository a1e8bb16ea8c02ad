// Parses a typed duration: "8", "7.5", "7,5", "7:30", "7:30:00", "7h30", "7 h 30 m", "90 min"; in Indonesian "7 j 30 m".

const shapes = [
  /^(?<hours>\d{1,4}):(?<minutes>[0-5]\d)(?::00)?$/,
  /^(?<hours>\d{1,4}(?:[.,]\d{1,4})?)(?:h|hours?|j|jam)?$/,
  /^(?:(?<hours>\d{1,4})(?:h|hours?|j|jam))?(?<minutes>\d{1,5})(?:m|min|minutes?|menit)$/,
  /^(?<hours>\d{1,4})(?:h|hours?|j|jam)(?<minutes>[0-5]?\d)$/,
];

/** In minutes; null when it is not a duration. */
export function parseDuration(typed: string): number | null {
  const text = typed.toLowerCase().replaceAll(/\s/g, '');
  const found = shapes.map((shape) => shape.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!found) return null;
  const { hours = '0', minutes = '0' } = found;
  return Math.round(Number(hours.replace(',', '.')) * 60) + Number(minutes);
}
