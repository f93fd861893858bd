// Keeps the values of form fields when a page must be reloaded.

const KEY = 'sitegen-preview-inputs';
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The state of a field, identified by its id or its index in the page. */
interface KeptField {
  readonly place: string;
  readonly value: string;
  readonly isChecked: boolean;
}

/** Reloads the page and keeps the values. */
export function reloadKeepingInputs(): void {
  sessionStorage.setItem(KEY, JSON.stringify({ path: location.pathname, fields: listFields().map(describeField) }));
  location.reload();
}

/** Restores the values after {@link reloadKeepingInputs}. */
export function restoreInputs(): void {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (text === null) return;
  const { path, fields }: { path: string; fields: readonly KeptField[] } = JSON.parse(text);
  if (path !== location.pathname) return;
  const fieldByPlace = new Map(listFields().map((field, index) => [placeOf(field, index), field]));
  for (const kept of fields) {
    const field = fieldByPlace.get(kept.place);
    if (field === undefined) continue;
    field.value = kept.value;
    if (field instanceof HTMLInputElement) field.checked = kept.isChecked;
  }
}

function listFields(): readonly Field[] {
  return Array.from(document.querySelectorAll<Field>('input:not([type=file], [type=hidden]), textarea, select'));
}

function placeOf(field: Field, index: number): string {
  return field.id === '' ? `${field.name} ${index}` : field.id;
}

function describeField(field: Field, index: number): KeptField {
  return {
    place: placeOf(field, index),
    value: field.value,
    isChecked: field instanceof HTMLInputElement && field.checked,
  };
}
