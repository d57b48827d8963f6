/** What the library calls the keys, by `KeyboardEvent.code`. */
const named: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Escape: 'escape',
    Minus: '-',
    Equal: '=',
    Backspace: 'backspace',
    Tab: 'tab',
    BracketLeft: '[',
    BracketRight: ']',
    Enter: 'return',
    ControlLeft: 'control',
    ControlRight: 'right_control',
    Semicolon: ';',
    Quote: "'",
    Backquote: '`',
    ShiftLeft: 'shift',
    ShiftRight: 'right_shift',
    Backslash: '\\',
    Comma: ',',
    Period: '.',
    Slash: '/',
    AltLeft: 'alt',
    AltRight: 'right_alt',
    MetaLeft: 'meta',
    MetaRight: 'right_meta',
    ContextMenu: 'menu',
    Space: 'space',
    CapsLock: 'caps_lock',
    NumLock: 'num_lock',
    ScrollLock: 'scroll_lock',
    PrintScreen: 'printscreen',
    Pause: 'pause',
    Insert: 'insert',
    Delete: 'delete',
    Home: 'home',
    End: 'end',
    PageUp: 'pageup',
    PageDown: 'pagedown',
    ArrowUp: 'up',
    ArrowDown: 'down',
    ArrowLeft: 'left',
    ArrowRight: 'right',
    NumpadMultiply: 'multiply',
    NumpadSubtract: 'subtract',
    NumpadAdd: 'add',
    NumpadDivide: 'divide',
    NumpadDecimal: 'numpad_decimal',
    NumpadEqual: 'numpad_equal',
    NumpadEnter: 'enter',
    AudioVolumeMute: 'audio_mute',
    AudioVolumeDown: 'audio_vol_down',
    AudioVolumeUp: 'audio_vol_up',
  }),
);

const FUNCTION_KEY = /^F([1-9]|1\d|2[0-4])$/u;
const NUMPAD_DIGIT = /^Numpad(\d)$/u;
const SIGN_KEY = /^(?:Key([A-Z])|Digit(\d))$/u;

/**
 * The name of a key for the library; undefined for those that it does not know: of Korean and Japanese keyboards
 * (`Lang1`, `Convert`, `IntlYen`), `IntlBackslash`, and of media other than the volume.
 */
export function nativeKeyOf(code: string): string | undefined {
  const [, letter, digit] = SIGN_KEY.exec(code) ?? [];
  const sign = letter?.toLowerCase() ?? digit;
  if (sign !== undefined) return sign;
  if (FUNCTION_KEY.test(code)) return code.toLowerCase();
  const [, numpad] = NUMPAD_DIGIT.exec(code) ?? [];
  return numpad === undefined ? named.get(code) : `numpad_${numpad}`;
}
