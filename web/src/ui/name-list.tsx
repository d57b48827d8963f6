import classes from './name-list.module.css';

/** The names of what a dialog concerns; nothing without any. */
export function NameList({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    // It may be longer than the dialog, and has nothing in it that takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={classes.names} tabIndex={0}>
      {names.map((name, index) => (
        <li key={index}>{name}</li>
      ))}
    </ul>
  );
}
