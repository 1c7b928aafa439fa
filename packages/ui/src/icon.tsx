const PATHS = {
  dashboard: 'M3.5 3.5h5v6h-5zM11.5 3.5h5v3.5h-5zM11.5 10h5v6.5h-5zM3.5 12.5h5v4h-5z',
  rank: 'M6 3.5h8l3 4.5-7 8.5L3 8zM3 8h14M10 16.5 7.2 8 10 3.5 12.8 8z',
  team: 'M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2 16.5c.3-3 2.5-4.7 5.5-4.7s5.2 1.7 5.5 4.7M13 3.9a3 3 0 0 1 0 5.4M15 12.1c1.8.6 2.9 2.2 3 4.4',
  gift: 'M3.5 8.5h13v8h-13zM2.5 5.5h15v3h-15zM10 5.5v11M10 5.5C8 5.5 6 5 6 3.7 6 2.5 7.2 2 8.1 2.5 9.2 3.1 10 5.5 10 5.5s.8-2.4 1.9-3c.9-.5 2.1 0 2.1 1.2 0 1.3-2 1.8-4 1.8Z',
  rings: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z',
  infinity:
    'M6.2 6.7C4 6.7 2.5 8.2 2.5 10s1.5 3.3 3.7 3.3c3.4 0 4.2-6.6 7.6-6.6 2.2 0 3.7 1.5 3.7 3.3s-1.5 3.3-3.7 3.3c-3.4 0-4.2-6.6-7.6-6.6Z',
  wallet: 'M3 6.5A2 2 0 0 1 5 4.5h9.5v3M3 6.5v8a2 2 0 0 0 2 2h12v-9H5a2 2 0 0 1-2-1ZM13.5 12h.01',
  list: 'M4 5.5h12M4 10h12M4 14.5h7',
  help: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM7.9 8a2.1 2.1 0 1 1 3.2 1.8c-.7.5-1.1.9-1.1 1.7M10 14h.01',
  menu: 'M3 6h14M3 10h14M3 14h14',
  moon: 'M16.5 11.8A6.8 6.8 0 0 1 8.2 3.5a6.8 6.8 0 1 0 8.3 8.3Z',
  sun: 'M10 13.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM10 2.5v1.5M10 16v1.5M2.5 10H4M16 10h1.5M4.7 4.7l1 1M14.3 14.3l1 1M15.3 4.7l-1 1M5.7 14.3l-1 1',
  globe:
    'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM3 10h14M10 3c2.2 2 3 4.4 3 7s-.8 5-3 7c-2.2-2-3-4.4-3-7s.8-5 3-7Z',
  bell: 'M5 8.5a5 5 0 0 1 10 0c0 4 1.5 5 1.5 5.5h-13C3.5 13.5 5 12.5 5 8.5ZM8.3 16.5a1.8 1.8 0 0 0 3.4 0',
  plus: 'M10 4v12M4 10h12',
  phone:
    'M4 3.5h3l1.5 4-2 1.3a9 9 0 0 0 4.7 4.7l1.3-2 4 1.5v3c0 .6-.5 1-1 1A12.5 12.5 0 0 1 3 4.5c0-.5.4-1 1-1Z',
  layers: 'M10 3 17 6.8 10 10.5 3 6.8zM3 10.2l7 3.8 7-3.8M3 13.5l7 3.7 7-3.7',
  filters:
    'M3 6h6M13 6h4M3 14h4M11 14h6M11 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM9 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  tag: 'M3.5 3.5h6l7 7-6 6-7-7zM7 7h.01',
  camera: 'M2.5 6h3.5l1.5-2h5L14 6h3.5v10h-15zM10 13.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  upload: 'M10 12.5v-9M6.2 7l3.8-3.8L13.8 7M3.5 12.5v4h13v-4',
  close: 'm5 5 10 10M15 5 5 15',
  check: 'm4.5 10.5 3.5 3.5 7.5-8',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  back: 'm12 5.5-4.5 4.5 4.5 4.5',
  forward: 'm8 5.5 4.5 4.5L8 14.5',
  down: 'm5.5 8 4.5 4.5L14.5 8',
  up: 'm5.5 12 4.5-4.5 4.5 4.5',
  sortable: 'm6.5 8 3.5-3.5L13.5 8M6.5 12l3.5 3.5 3.5-3.5',
  descending: 'M10 4.5v11M6 11.5l4 4 4-4',
  ascending: 'M10 15.5v-11M6 8.5l4-4 4 4',
  info: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 9.2V13.5M10 6.7h.01',
  warning: 'M10 3 18 16.5H2zM10 8v4M10 14.2h.01',
  done: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM6.8 10.3l2.2 2.2 4.3-4.7',
  failed: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM7.5 7.5l5 5M12.5 7.5l-5 5',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6v4.3l2.8 1.7',
  calendar: 'M3.5 4.5h13v12h-13zM3.5 8.5h13M7 2.5v4M13 2.5v4',
  retry: 'M16.5 10a6.5 6.5 0 1 1-2-4.7M16.5 3v3.5H13',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM13 13l4 4',
  file: 'M5 2.5h6.5L15.5 6.5v11H5zM11.5 2.5v4h4',
  download: 'M10 3.5v9M6.2 9l3.8 3.8L13.8 9M3.5 16.5h13',
  qr: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h2v2h-2zM14.5 14.5h2v2h-2z',
  copy: 'M7.5 7.5h9v9h-9zM12.5 7.5v-4h-9v9h4',
  link: 'M8.5 11.5a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.3l1-1',
  external: 'M11.5 3.5h5v5M16.5 3.5l-7.5 7.5M14 11.5v5H3.5V6h5',
  send: 'M17.5 3 2.5 9l5 2 2 6zM17.5 3l-10 8',
  play: 'M7 5v10l8-5z',
  pause: 'M7 5v10M13 5v10',
  person:
    'M10 9.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM3.5 17c.4-3.3 3-5.2 6.5-5.2s6.1 1.9 6.5 5.2',
  shield: 'M10 2.5 16.5 5v5c0 4-2.7 6.5-6.5 7.5C6.2 16.5 3.5 14 3.5 10V5z',
  lock: 'M4.5 9h11v7.5h-11zM7 9V6.5a3 3 0 0 1 6 0V9',
  mail: 'M2.5 4.5h15v11h-15zM2.5 5.5l7.5 5.5 7.5-5.5',
  eye: 'M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5ZM10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
  'eye-off':
    'M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5ZM10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM4 16 16 4',
  approval:
    'M6.5 9a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4ZM1.8 16c.3-2.8 2.1-4.3 4.7-4.3 1.3 0 2.4.4 3.2 1.1M11.5 13.8l2 2 4-4.3',
  key: 'M7 13a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10.5 9.5h7M15 9.5v3M17.5 9.5v2',
  'log-out': 'M8 3.5H3.5v13H8M12.5 6.5 16 10l-3.5 3.5M16 10H7.5',
} as const

/** The name of a drawing on the 20 px grid. */
export type IconName = keyof typeof PATHS

/** Drawings that point along the reading direction. */
const MIRRORED: ReadonlySet<IconName> = new Set(['back', 'forward', 'log-out'])

/** A line icon in the colour of the text; a text or a label always says the same. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      className={MIRRORED.has(name) ? 'flip' : undefined}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
