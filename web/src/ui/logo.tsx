export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--mantine-color-iris-6)" />
      <path
        d="M6 16c3-5.2 6.3-7.5 10-7.5s7 2.3 10 7.5c-3 5.2-6.3 7.5-10 7.5S9 21.200 6 16Z"
        fill="none"
        stroke="#fff"
        strokeWidth="2.4"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="16" r="3.4" fill="#fff" />
    </svg>
  );
}
