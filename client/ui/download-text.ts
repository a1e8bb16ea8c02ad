/** As a file of the device. */
export function downloadText(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // After this time the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
