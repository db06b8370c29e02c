-- What a feed says about a track. Counters are not part of it: plays and likes record no change.
CREATE FUNCTION record_track_feed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO feed_changes (kind, feed_id)
  VALUES ('profile', CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END);
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO feed_changes (kind, feed_id)
    SELECT 'playlist', playlist_id FROM playlist_tracks WHERE track_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tracks_feed_added AFTER INSERT ON tracks
FOR EACH ROW WHEN (NEW.privacy = 'public') EXECUTE FUNCTION record_track_feed_change();
--> statement-breakpoint
-- Entries of playlists are deleted with the track, and record their own change.
CREATE TRIGGER tracks_feed_removed AFTER DELETE ON tracks
FOR EACH ROW WHEN (OLD.privacy = 'public') EXECUTE FUNCTION record_track_feed_change();
--> statement-breakpoint
CREATE TRIGGER tracks_feed_changed
AFTER UPDATE OF title, slug, description, artist, privacy, audio_url, artwork_url, duration, audio_bytes ON tracks
FOR EACH ROW WHEN (
  (OLD.privacy = 'public' OR NEW.privacy = 'public')
  AND (OLD.title, OLD.slug, OLD.description, OLD.artist, OLD.privacy, OLD.audio_url, OLD.artwork_url, OLD.duration, OLD.audio_bytes)
    IS DISTINCT FROM
    (NEW.title, NEW.slug, NEW.description, NEW.artist, NEW.privacy, NEW.audio_url, NEW.artwork_url, NEW.duration, NEW.audio_bytes)
) EXECUTE FUNCTION record_track_feed_change();
--> statement-breakpoint
CREATE FUNCTION record_playlist_feed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO feed_changes (kind, feed_id)
  VALUES ('playlist', CASE WHEN TG_OP = 'INSERT' THEN NEW.playlist_id ELSE OLD.playlist_id END);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER playlist_tracks_feed AFTER INSERT OR DELETE ON playlist_tracks
FOR EACH ROW EXECUTE FUNCTION record_playlist_feed_change();
--> statement-breakpoint
-- Tracks without an artist have the name of their user, also in playlists of others.
CREATE FUNCTION record_name_feed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO feed_changes (kind, feed_id)
  SELECT DISTINCT 'playlist', playlist_tracks.playlist_id
  FROM tracks JOIN playlist_tracks ON playlist_tracks.track_id = tracks.id
  WHERE tracks.user_id = NEW.id AND tracks.privacy = 'public';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_feed_name
AFTER UPDATE OF display_name, first_name, last_name, username ON users
FOR EACH ROW WHEN (
  (OLD.display_name, OLD.first_name, OLD.last_name, OLD.username)
    IS DISTINCT FROM (NEW.display_name, NEW.first_name, NEW.last_name, NEW.username)
) EXECUTE FUNCTION record_name_feed_change();
