type FlowNode = Readonly<Record<string, unknown>>

const FRAME: readonly FlowNode[] = [
  { id: 'flow-1', type: 'tab', label: 'Machines' },
  {
    id: 'base-1',
    type: 'ui-base',
    name: 'Machines',
    path: '/dashboard',
    includeClientData: true,
    acceptsClientConfig: [],
    showPathInSidebar: false,
    headerContent: 'page',
    navigationStyle: 'default',
    titleBarStyle: 'default',
  },
  {
    id: 'theme-1',
    type: 'ui-theme',
    name: 'Plain',
    colors: { surface: '#ffffff', primary: '#0094ce', bgPage: '#eeeeee', groupBg: '#ffffff', groupOutline: '#cccccc' },
    sizes: { density: 'default', pagePadding: '12px', groupGap: '12px', groupBorderRadius: '4px', widgetGap: '12px' },
  },
  {
    id: 'page-1',
    type: 'ui-page',
    name: 'Machines',
    ui: 'base-1',
    path: '/machines',
    icon: 'home',
    layout: 'grid',
    theme: 'theme-1',
    breakpoints: [
      { name: 'Default', px: 0, cols: 3 },
      { name: 'Desktop', px: 1024, cols: 12 },
    ],
    order: 1,
    visible: true,
    disabled: false,
  },
]
const IN_FLOW = { z: 'flow-1', x: 100, y: 100 }

/** Returns a flow of Node-RED in which so many machines each show a status, a gauge of OEE and a count that change once a second. */
export function peerFlow(count: number): readonly FlowNode[] {
  const machines = Array.from({ length: count }, (_none, index) => index)
  const wires = machines.flatMap((index) => [[`status-${index}`], [`gauge-${index}`], [`output-${index}`]])
  const func = `const n = (context.get('n') || 0) + 1; context.set('n', n); const out = [];
for (let i = 0; i < ${count}; i++) out.push(
  { payload: (n + i) % 60 < 5 ? 'Idle' : 'Running' }, { payload: 60 + ((n * 7 + i) % 400) / 10 }, { payload: n * 10 + i });
return out`
  return [
    ...FRAME,
    {
      ...IN_FLOW,
      id: 'tick-1',
      type: 'inject',
      props: [{ p: 'payload' }],
      repeat: '1',
      once: true,
      payloadType: 'date',
      wires: [['feed-1']],
    },
    { ...IN_FLOW, id: 'feed-1', type: 'function', func, outputs: wires.length, wires },
    ...machines.flatMap(machineNodes),
  ]
}

function machineNodes(index: number): readonly FlowNode[] {
  const group = `group-${index}`
  const text = { ...IN_FLOW, type: 'ui-text', group, width: 0, height: 0, format: '{{msg.payload}}', layout: 'row-spread', wires: [] }
  return [
    {
      id: group,
      type: 'ui-group',
      name: `Press ${index}`,
      page: 'page-1',
      width: '3',
      height: '1',
      order: index + 1,
      showTitle: true,
      visible: true,
    },
    { ...text, id: `status-${index}`, order: 1, label: 'Status' },
    {
      ...IN_FLOW,
      id: `gauge-${index}`,
      type: 'ui-gauge',
      group,
      order: 2,
      width: 3,
      height: 3,
      gtype: 'gauge-half',
      gstyle: 'rounded',
      title: 'OEE',
      units: '%',
      segments: [
        { from: '0', color: '#ea5353' },
        { from: '60', color: '#f2c94c' },
        { from: '85', color: '#5cd65c' },
      ],
      min: 0,
      max: 100,
      sizeThickness: 16,
      sizeGap: 4,
      sizeKeyThickness: 8,
      styleRounded: true,
      wires: [[]],
    },
    { ...text, id: `output-${index}`, order: 3, label: 'Output' },
  ]
}
