const CONTROLS = 'a, button, input, label, select, textarea, [role="button"], [role="menuitem"], [role="slider"]';

/** Whether an event is of the surface of a row or card, and not of a control in it: two clicks of a control are its own. */
export const isOfOwnSurface = ({ target }: { readonly target: EventTarget | null }): boolean =>
  target instanceof Element && target.closest(CONTROLS) === null;
