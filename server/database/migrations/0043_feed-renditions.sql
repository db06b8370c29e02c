-- The enclosure of a feed is the AAC rendition, where many apps do not play the original.
DROP TRIGGER tracks_feed_changed ON tracks;
--> statement-breakpoint
CREATE TRIGGER tracks_feed_changed
AFTER UPDATE OF title, slug, description, artist, privacy, audio_path, artwork_path, duration, audio_bytes, aac_bytes ON tracks
FOR EACH ROW WHEN (
  (OLD.privacy = 'public' OR NEW.privacy = 'public')
  AND (OLD.title, OLD.slug, OLD.description, OLD.artist, OLD.privacy, OLD.audio_path, OLD.artwork_path, OLD.duration, OLD.audio_bytes, OLD.aac_bytes)
    IS DISTINCT FROM
    (NEW.title, NEW.slug, NEW.description, NEW.artist, NEW.privacy, NEW.audio_path, NEW.artwork_path, NEW.duration, NEW.audio_bytes, NEW.aac_bytes)
) EXECUTE FUNCTION record_track_feed_change();
