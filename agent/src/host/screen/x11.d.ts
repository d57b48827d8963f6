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
  interface XEvent {
    name?: string;
    /** Of `DamageNotify`. */
    area?: { x: number; y: number; w: number; h: number };
    /** Of `KeyPress` and `ButtonPress`. */
    keycode?: number;
  }
  export interface DamageExtension {
    Create(damage: number, drawable: number, level: number): void;
    Subtract(damage: number, repair: number, parts: number): void;
  }
  export interface XTestExtension {
    FakeInput(type: number, detail: number, time: number, window: number, x: number, y: number): void;
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
    on(event: 'error' | 'end', listener: (error?: Error) => void): void;
    on(event: 'event', listener: (event: XEvent) => void): void;
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
