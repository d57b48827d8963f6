import 'leaflet/dist/leaflet.css';
import { IconMapOff } from '@tabler/icons-react';
import * as leaflet from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import { useLatest } from '../lib/use-latest.ts';
import { tileAddress } from './tile-address.ts';
import classes from './map.module.css';

interface MapProps {
  latitude: number;
  longitude: number;
  label: string;
  /** The label of the marker. */
  name: string;
  tilesUrl: string;
  attribution: string;
  zoomLabels: { in: string; out: string };
  /** Shown instead of the map where its server is not reached. */
  unreachableNote: string;
  onTileError: () => void;
}

/** Spec 1 §2. */
const ZOOM = 13;
const MAX_ZOOM = 19;
/** Tile servers require the referring site, which our pages send to no other server. */
const REFERRER = 'origin';

/** The only import of the map library. One location on a map of tiles; loaded when it is opened. */
export function SingleLocationMap(props: MapProps) {
  const { label, latitude, longitude, tilesUrl } = props;
  const box = useRef<HTMLDivElement>(null);
  const latest = useLatest(props);
  const isReached = useIsTileLoaded(tileAddress(tilesUrl, { latitude, longitude }, ZOOM));

  useEffect(() => {
    if (!box.current || !isReached) return;
    const { name, attribution, zoomLabels } = latest.current;
    const map = leaflet.map(box.current, { center: [latitude, longitude], zoom: ZOOM, zoomControl: false });
    map.attributionControl.setPrefix(false);
    leaflet.control.zoom({ zoomInTitle: zoomLabels.in, zoomOutTitle: zoomLabels.out }).addTo(map);
    leaflet
      .tileLayer(tilesUrl, { maxZoom: MAX_ZOOM, attribution: escaped(attribution), referrerPolicy: REFERRER })
      .on('tileerror', () => latest.current.onTileError())
      .addTo(map);
    const html = `<i></i><span>${escaped(name)}</span>`;
    const icon = leaflet.divIcon({ className: classes.pin ?? '', html, iconSize: [22, 22] });
    leaflet.marker([latitude, longitude], { icon, keyboard: false, interactive: false }).addTo(map);
    return () => void map.remove();
  }, [latitude, longitude, tilesUrl, latest, isReached]);

  if (isReached === false)
    return (
      <p className={classes.unreachable} role="status">
        <IconMapOff size={18} stroke={1.5} aria-hidden="true" />
        {props.unreachableNote}
      </p>
    );
  return <div ref={box} className={classes.map} role="region" aria-label={label} />;
}

/**
 * Whether a first tile could be loaded; null until that is known. Without the internet, a map asks for a dozen of them
 * in vain, and stays grey.
 */
function useIsTileLoaded(address: string): boolean | null {
  const [loaded, setLoaded] = useState<{ address: string; isLoaded: boolean } | null>(null);
  useEffect(() => {
    const image = new Image();
    image.referrerPolicy = REFERRER;
    image.addEventListener('load', () => setLoaded({ address, isLoaded: true }));
    image.addEventListener('error', () => setLoaded({ address, isLoaded: false }));
    image.src = address;
    return () => image.removeAttribute('src');
  }, [address]);
  return loaded?.address === address ? loaded.isLoaded : null;
}

/** The library takes HTML, so texts are escaped. */
function escaped(text: string): string {
  const element = document.createElement('span');
  element.textContent = text;
  return element.innerHTML;
}
