const CONTROLS = 'a, button, input, label, select, textarea, [role="button"], [role="menuitem"], [role="slider"]';

/**
 * Whether an event of a row or card happened outside its controls: a double click on a control must not open the row.
 */
export const isOutsideControls = ({ target }: { readonly target: EventTarget | null }): boolean =>
  target instanceof Element && target.closest(CONTROLS) === null;
