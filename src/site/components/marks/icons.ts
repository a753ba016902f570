/** The outlines of icons, in a box of 24 units. */
export const ICON_PATHS = {
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.500z',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400M17.3 17.300l1.4 1.400M5.3 18.700l1.4-1.400M17.3 6.700l1.4-1.4',
  warning: 'M12 4 2.8 20h18.400zM12 10v4.500M12 17.300v.1',
  check: 'M5 12.500l4.5 4.500L19 7.5',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  play: 'M7 5l11 7-11 7z',
  feed: 'M5 19h.1M5 12a7 7 0 0 1 7 7M5 5a14 14 0 0 1 14 14',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  plus: 'M12 5v14M5 12h14',
  copy: 'M9 9h11v11H9zM5 15V4h11',
  filter: 'M4 7h16M7 12h10M10 17h4',
} as const;

export type IconName = keyof typeof ICON_PATHS;
