import { useRef, useState } from 'react';

type Errors<V> = { readonly [K in keyof V]?: string | undefined };
type TextField<V> = { [K in keyof V]-?: V[K] extends string ? K : never }[keyof V] & string;

/** What is typed into the fields of a form, and the problem of each field until it is changed. */
export function useFields<V extends object>(initial: V) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors<V>>({});
  const form = useRef<HTMLFormElement>(null);
  const setValue = <K extends keyof V>(field: K, value: V[K]) => {
    setValues((current) => ({ ...current, [field]: value }));
    setErrors((current) => ({ ...current, [field]: undefined }));
  };
  return {
    values,
    setValues,
    setValue,
    errors,
    setErrors,
    /** Of the `form` element in which fields are focused. */
    form,
    focus: (field: keyof V & string) => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus(),
    /** The properties of the text input of a field. */
    input: <K extends TextField<V>>(field: K) => ({
      name: field,
      value: values[field] as string,
      error: errors[field],
      onChange: (event: React.ChangeEvent<HTMLInputElement>) => setValue(field, event.currentTarget.value as V[K]),
    }),
  };
}
