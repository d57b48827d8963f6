declare module 'x11' {
  interface Image {
    depth: number;
    data: Buffer;
  }
  interface Geometry {
    width: number;
    height: number;
    depth: number;
  }
  export interface XEvent {
    name?: string;
    /** Of `DamageNotify`. */
    area?: { x: number; y: number; w: number; h: number };
    /** Of `KeyPress` and `ButtonPress`. */
    keycode?: number;
    x?: number;
    y?: number;
    /** Of `ConfigureNotify`, `ButtonPress` and `Expose`: the window. */
    wid?: number;
    width?: number;
    height?: number;
    /** Of the events of XInput2: a key or a button. */
    detail?: number;
    flags?: number;
    /** Of the events of XInput2: the device that has given it, not the pointer that programs see. */
    sourceId?: number;
    /** Of `SelectionRequest` and `SelectionNotify`. */
    time?: number;
    requestor?: number;
    selection?: number;
    target?: number;
    property?: number;
    seq?: number;
  }
  export interface DamageExtension {
    Create(damage: number, drawable: number, level: number): void;
    Subtract(damage: number, repair: number, parts: number): void;
  }
  export interface XTestExtension {
    readonly majorOpcode: number;
    FakeInput(type: number, detail: number, time: number, window: number, x: number, y: number): void;
  }
  export interface XInputDevice {
    readonly deviceId: number;
    /**
     * 1 and 2 pointers and keyboards that programs see, 3 and 4 the devices that are attached to these, 5 one that is
     * not.
     */
    readonly use: number;
    /** 0 for one that is turned off. */
    readonly enabled: number;
    readonly name: string;
  }
  export interface XInputExtension {
    readonly majorOpcode: number;
    readonly firstEvent: number;
    readonly AllDevices: number;
    readonly AllMasterDevices: number;
    /** Null where the server has an older version of it. */
    readonly xi2: object | null;
    XISelectEvents(window: number, selection: { readonly deviceId: number; readonly mask: readonly string[] }): void;
    XIQueryDevice(device: number, reply: Reply<XInputDevice[]>): void;
  }
  export interface FixesExtension {
    SelectCursorInput(window: number, mask: number): void;
    GetCursorImage(
      reply: Reply<{ width: number; height: number; xhot: number; yhot: number; cursorImage: Buffer }>,
    ): void;
  }
  export interface RandrExtension {
    readonly majorOpcode: number;
    readonly major_version: number;
    readonly minor_version: number;
    SelectInput(window: number, mask: number): void;
  }
  type Reply<T> = (error: Error | null, reply: T) => void;
  export interface XClient {
    AllocID(): number;
    CreateWindow(
      id: number,
      parent: number,
      x: number,
      y: number,
      width: number,
      height: number,
      border: number,
      depth: number,
      windowClass: number,
      visual: number,
      values: Record<string, number>,
    ): void;
    MapWindow(id: number): void;
    DestroyWindow(id: number): void;
    UnmapWindow(id: number): void;
    /** Closes the connection of the program that has made it. */
    KillClient(resource: number): void;
    QueryTree(window: number, reply: Reply<{ children: number[] }>): void;
    RaiseWindow(id: number): void;
    MoveResizeWindow(id: number, x: number, y: number, width: number, height: number): void;
    ChangeWindowAttributes(id: number, values: Record<string, number>): void;
    CreateGC(id: number, drawable: number, values: Record<string, number>): void;
    PutImage(
      format: number,
      drawable: number,
      gc: number,
      width: number,
      height: number,
      x: number,
      y: number,
      leftPad: number,
      depth: number,
      data: Buffer,
    ): void;
    CopyArea(
      source: number,
      destination: number,
      gc: number,
      fromX: number,
      fromY: number,
      x: number,
      y: number,
      width: number,
      height: number,
    ): void;
    /** Known numbers of names. */
    atoms: Record<string, number>;
    /**
     * For requests that the library does not have: the number of the last one, how its reply is read, and its bytes.
     */
    seq_num: number;
    readonly replies: Record<
      number,
      [read: (body: Buffer) => unknown, reply: (error: Error | null, value: never) => void]
    >;
    readonly pack_stream: { put(request: Buffer): void; submit(hasReply?: boolean): void };
    InternAtom(onlyIfExists: boolean, name: string, reply: Reply<number>): void;
    GetAtomName(atom: number, reply: Reply<string>): void;
    ChangeProperty(
      mode: number,
      window: number,
      property: number,
      type: number,
      bits: 8 | 16 | 32,
      data: Buffer | number[],
    ): void;
    GetProperty(
      remove: number,
      window: number,
      property: number,
      type: number,
      offset: number,
      length: number,
      reply: Reply<{ type: number; data: Buffer; bytesAfter: number }>,
    ): void;
    SetSelectionOwner(owner: number, selection: number): void;
    ConvertSelection(requestor: number, selection: number, target: number, property: number): void;
    SendEvent(destination: number, propagate: number, mask: number, event: XEvent): void;
    /** A bit for each key that is pressed. */
    QueryKeymap(reply: Reply<Buffer>): void;
    /** `keyMask`: a bit for each modifier, and from the ninth on for each button that is pressed. */
    QueryPointer(window: number, reply: Reply<{ keyMask: number; rootX: number; rootY: number }>): void;
    GetKeyboardMapping(first: number, count: number, reply: Reply<number[][]>): void;
    ChangeKeyboardMapping(first: number, keysymsEach: number, keysyms: number[]): void;
    sync(): Promise<void>;
    GetGeometry(drawable: number, reply: Reply<Geometry>): void;
    GetImage(
      format: number,
      drawable: number,
      x: number,
      y: number,
      width: number,
      height: number,
      planes: number,
      reply: Reply<Image>,
    ): void;
    require(name: string, reply: Reply<unknown>): void;
    QueryExtension(name: string, reply: Reply<{ present: number }>): void;
    on(event: 'error' | 'end', listener: (error?: Error) => void): void;
    on(event: 'event', listener: (event: XEvent) => void): void;
    off(event: 'event', listener: (event: XEvent) => void): void;
    setMaxListeners(count: number): void;
    /** Undefined until the connection is made. */
    readonly stream?: { destroy(): void };
    terminate(): void;
  }
  export interface XDisplay {
    client: XClient;
    screen: { root: number }[];
    format: Record<number, { bits_per_pixel: number }>;
    image_byte_order: number;
  }
  const x11: {
    createClient(
      options: { readonly display: string; readonly auth?: { readonly name: string; readonly data: string } },
      ready: (error: Error | null | undefined, display: XDisplay) => void,
    ): XClient;
  };
  export default x11;
}
