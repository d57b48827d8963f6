/** Keys in the order of their codes in Linux, by `KeyboardEvent.code`; a gap is a code that no key of a browser has. */
const FROM_ESCAPE =
  'Escape Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal Backspace Tab KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP BracketLeft BracketRight Enter ControlLeft KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon Quote Backquote ShiftLeft Backslash KeyZ KeyX KeyC KeyV KeyB KeyN KeyM Comma Period Slash ShiftRight NumpadMultiply AltLeft Space CapsLock F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 NumLock ScrollLock Numpad7 Numpad8 Numpad9 NumpadSubtract Numpad4 Numpad5 Numpad6 NumpadAdd Numpad1 Numpad2 Numpad3 Numpad0 NumpadDecimal - Lang5 IntlBackslash F11 F12 IntlRo Lang3 Lang4 Convert KanaMode NonConvert - NumpadEnter ControlRight NumpadDivide PrintScreen AltRight - Home ArrowUp PageUp ArrowLeft ArrowRight End ArrowDown PageDown Insert Delete - AudioVolumeMute AudioVolumeDown AudioVolumeUp Power NumpadEqual - Pause - NumpadComma Lang1 Lang2 IntlYen MetaLeft MetaRight ContextMenu';

/** X numbers the keys of Linux from 8 on, and Escape is the first. */
const FIRST = 9;

const keycodes = new Map(
  FROM_ESCAPE.split(' ').flatMap((code, index) => (code === '-' ? [] : [[code, FIRST + index] as const])),
);

/** The key of an X server that numbers keys as Linux does, which all do today. */
export const x11KeycodeOf = (code: string): number | undefined => keycodes.get(code);
