/** Line icons on a grid of 24, drawn with a stroke. */
export const ICON_PATHS = {
  alert: 'M12 3 2 20h20L12 3Zm0 6v5m0 3v.5',
  back: 'M15 5l-7 7 7 7',
  battery: 'M3 8h15v8H3zM21 11v2M6 11v2',
  boxes: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  building: 'M5 21V4h9v17M14 9h5v12M8 8h3M8 12h3M8 16h3',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevron: 'M6 9l6 6 6-6',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4v5l3.5 2',
  close: 'M6 6l12 12M18 6L6 18',
  forward: 'M9 5l7 7-7 7',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  logout: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  menu: 'M4 6h16M4 12h16M4 18h16',
  pin: 'M9 3h6l-1 7 4 4H6l4-4-1-7ZM12 14v7',
  plus: 'M12 5v14M5 12h14',
  question: 'M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2.2M12 17.5v.5M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19Z',
  refresh: 'M20 11a8 8 0 1 0-2.3 6.6M20 4v7h-7',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5L21 21',
  signal: 'M4 20v-3M9 20v-7M14 20V9M19 20V4',
  table: 'M3 5h18v14H3zM3 10h18M9 5v14',
  theme: 'M12 3a9 9 0 1 0 0 18V3Z',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4 21c0-4 3.5-6 8-6s8 2 8 6',
  zoomIn: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5L21 21M7.5 10.5h6M10.5 7.5v6',
  zoomOut: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5L21 21M7.5 10.5h6',
} as const

export type IconName = keyof typeof ICON_PATHS
